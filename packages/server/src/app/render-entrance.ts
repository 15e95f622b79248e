// Renders the sign-in page: one field with an explanation, and no script.

interface EntranceView {
  /** What a person must enter to be let in. */
  readonly kind: 'passphrase' | 'address' | 'person';
  /** The page to which the person is led after that. */
  readonly to: string;
  /** What went wrong. */
  readonly says?: string | undefined;
  /** The name that a person entered before. */
  readonly name?: string | undefined;
}

const texts = {
  passphrase: {
    title: 'Enter the passphrase',
    about: 'This server shows its worlds to whoever knows its passphrase.',
    label: 'Passphrase',
    field: 'type="password" autocomplete="current-password"',
  },
  address: {
    title: 'This browser has not been let in',
    about:
      'Open the address that “terrarium open” printed. If that was an older address, or if you opened it in a different browser, paste the newest address here. Nothing is lost.',
    label: 'The printed address',
    field: 'type="text" autocomplete="off" spellcheck="false" placeholder="http://127.0.0.1:…/?token=…"',
  },
  person: {
    title: 'Sign in',
    about:
      'This server shows everybody their own worlds. They are kept in a fleet, a database that several machines share. Enter the name and the passphrase that you have in the fleet.',
    label: 'Passphrase',
    field: 'type="password" autocomplete="current-password"',
  },
} as const;

/** A name that was refused with its passphrase is likely right, so it stays, and the passphrase is typed anew. */
function renderNameField(name: string): string {
  return `<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" value="${escapeText(name)}" required${name === '' ? ' autofocus' : ''}>
`;
}

export function renderEntrance({ kind, to, says, name = '' }: EntranceView): string {
  const { title, about, label, field } = texts[kind];
  const isNameNext = kind === 'person' && name === '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Terrarium</title>
<link rel="stylesheet" href="/enter.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${about}</p>
<form method="post" action="/enter">
<input type="hidden" name="to" value="${escapeText(to)}">
${kind === 'person' ? renderNameField(name) : ''}<label for="words">${label}</label>
<input id="words" name="words" ${field} required${isNameNext ? '' : ' autofocus'}${says === undefined ? '' : ' aria-describedby="says" aria-invalid="true"'}>
${says === undefined ? '' : `<p id="says" role="alert">${escapeText(says)}</p>`}
<button type="submit">Enter</button>
</form>
</main>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Contains the colours of the screens a second time, since the styles of the screens are not sent before somebody is
 * let in.
 */
export const entranceStyle = `:root { color-scheme: light dark; --ground: #f5f7f4; --ink: #1b211e; --soft: #515c55; --edge: #87928a; --accent: #23664a; --on: #fff; --bad: #9c2f26 }
@media (prefers-color-scheme: dark) { :root { --ground: #111512; --ink: #e4e9e5; --soft: #a5b0a9; --edge: #69756e; --accent: #86cfa9; --on: #0e1f16; --bad: #f0a79f } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 12vh auto 0; padding: 0 20px }
h1 { font: 500 1.75rem/1.25 ui-serif, Georgia, serif; text-wrap: balance }
p { color: var(--soft) }
form { display: grid; gap: 8px; margin-top: 24px }
input, button { font: inherit; min-height: 44px; border-radius: 6px; padding: 0 12px }
input { border: 1px solid var(--edge); background: transparent; color: inherit; min-width: 0 }
button { border: 0; background: var(--accent); color: var(--on); margin-top: 8px; padding: 0 24px; justify-self: start; font-weight: 500; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
[role=alert] { color: var(--bad); margin: 0 }
`;
