const part = `## How to sleep

Some *ordinary* text with **bold** words and a [link](https://example.org/a?b=c) and \`code\`, which goes on for a while, so
that it becomes a paragraph of some lines. And more of it.

- one point
- another *point* with [a link](/blog/3)
  - one below it

1. first
2. second

| when | what | how long |
| --- | --- | --- |
| morning | **walk** | 30 |
| evening | read | [an hour](https://six.example) |

> What somebody said
> about it.

![A bed](x.png) ~~struck~~ https://example.org/more

`;
const prose = `Plain words in a paragraph that goes on as an article does, with an *important* word now and then, and a [link](/help). `;
const hindi = `## नींद के बारे में\n\nरोज़ **एक ही समय** पर सोएँ, और [यह लेख](https://example.org) पढ़ें।\n\n- एक\n- दो\n\n`;

const longest = (text: string) => text.repeat(Math.floor(30_000 / text.length));

/** Articles as people write them, each as long as one may be. */
export const longestArticles = {
  'lists, tables and links': longest(part),
  prose: longest(`${prose.repeat(4)}\n\n`),
  Hindi: longest(hindi),
};

/** Texts that the field of an article takes and over which a parser of Markdown goes back and forth. */
export const hostileMarkdown = {
  'a text of underlined lines': 'a\n=\n'.repeat(7475),
  'a text of marks that never close': '*_~['.repeat(7475),
  'a quote without its marks': `> a\n${'a\n'.repeat(14_000)}`,
  'a text of nested brackets': '['.repeat(14_900) + ']'.repeat(14_900),
  'a text of emphasis within words': 'a**b*c'.repeat(4983),
  'a table that becomes many times its length': `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|a|\n'.repeat(7000)}`,
};
