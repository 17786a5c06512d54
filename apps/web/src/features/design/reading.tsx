import { Article } from '../../components/article.tsx';
import { TrustedHtml } from '../../components/trusted-html.tsx';
import { longWord } from './samples.ts';
import { Section } from './shown.tsx';

// What is written in Markdown comes from the server as HTML; here it is a constant.
const written = `<p>An article is read in lines of 68 letters at most. It may <a href="/design">lead on</a>.</p>
<h2>A part of it</h2><ul><li>First, what happened</li><li>then, what to do next: <code>one step</code></li></ul>
<blockquote><p>What somebody else has said.</p></blockquote>
<div class="wide"><table><thead><tr><th>Day</th><th>Time</th></tr></thead><tbody><tr><td>Tuesday</td><td>10:30</td></tr></tbody></table></div>
<pre>${longWord}</pre>`;

/** A page to read. */
export function Reading() {
  return (
    <Section id="reading" title="A page to read">
      <Article
        title="A headline of an article that is long enough to need more than one line"
        lead="The first sentence says what it is about."
        parts={[
          { id: 'first', title: 'The first part', text: <TrustedHtml body={written} className="written" /> },
          { id: 'second', title: 'The second part', text: <p>The text goes on here.</p> },
        ]}
      />
    </Section>
  );
}
