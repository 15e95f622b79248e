// Words for somebody without a name: those for men, for women, and for anybody.

export const menWords = ['man', 'fellow', 'chap', 'bloke', 'boy', 'lad'];
export const womenWords = ['woman', 'lady', 'girl'];
/** All words for somebody without a name, as a part of a pattern. */
export const somebodyWords = [...menWords, ...womenWords, 'person', 'figure', 'stranger'].join('|');
