// Command words: shows a text in which no command-line option, such as --trust-world, is broken at its hyphens.

import styles from './message.module.css';

export function CommandWords({ text }: { readonly text: string }) {
  const options = [...text.matchAll(/--[a-z][a-z-]*/gu)];
  return (
    <>
      {options.map(({ 0: option, index }, at) => {
        const before = options[at - 1];
        return (
          <span key={index}>
            {text.slice(before === undefined ? 0 : before.index + before[0].length, index)}
            <span className={styles['option']}>{option}</span>
          </span>
        );
      })}
      {text.slice(options.reduce((_, { 0: option, index }) => index + option.length, 0))}
    </>
  );
}
