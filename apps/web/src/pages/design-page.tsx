import { Buttons } from '../features/design/buttons.tsx';
import { Dialogs } from '../features/design/dialogs.tsx';
import { Fields } from '../features/design/fields.tsx';
import { Forms } from '../features/design/forms.tsx';
import { Lists } from '../features/design/lists.tsx';
import { Looking } from '../features/design/looking.tsx';
import { Reading } from '../features/design/reading.tsx';
import { Tokens } from '../features/design/tokens.tsx';
import { Words } from '../features/design/words.tsx';
import { useHead } from '../lib/head.tsx';
import { useInBrowser } from '../lib/in-browser.ts';

/**
 * Everything that screens are made of, in every state; there only in the demo. It is for those who work on the product: what
 * it says itself is in English, and in no catalogue.
 */
export function Page() {
  const inBrowser = useInBrowser();
  useHead({ title: 'Design', description: 'What the screens of Carecommons are made of, in every state.' });
  return (
    <div className="page grid py-8 md:py-12" lang="en">
      <h1 className="text-2xl md:text-3xl">Design</h1>
      <p className="mt-2 mb-8 max-w-read text-muted">
        What the screens are made of, in every state. Choose the appearance at the foot of the page.
      </p>
      {/* The server does not know the time zone of who looks. */}
      {inBrowser && (
        <>
          <Tokens />
          <Buttons />
          <Fields />
          <Forms />
          <Words />
          <Lists />
          <Looking />
          <Dialogs />
          <Reading />
        </>
      )}
    </div>
  );
}
