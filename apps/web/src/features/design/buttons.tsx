import { Search } from 'lucide-react';
import { Button, ButtonLink, type ButtonVariant } from '../../components/ui/button.tsx';
import { ShowMore } from '../../components/ui/show-more.tsx';
import { longName, longWord } from './samples.ts';
import { Section, State, States } from './shown.tsx';

const variants: ButtonVariant[] = ['primary', 'quiet', 'plain', 'danger'];
const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** Buttons, and links that look like them. */
export function Buttons() {
  return (
    <Section id="buttons" title="Buttons">
      <States>
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <div className="flex flex-wrap gap-3">
              <Button variant={variant}>Send request</Button>
              <Button variant={variant} disabled>
                Not now
              </Button>
              <ButtonLink variant={variant} to="/design">
                A link
              </ButtonLink>
            </div>
          </State>
        ))}
        <State name="with the focus" taken="focused">
          <div>
            <Button variant="quiet">Approve</Button>
          </div>
        </State>
        <State name="under the mouse" taken="pointed-at">
          <div>
            <Button>Approve</Button>
          </div>
        </State>
        <State name="with a mark">
          <div>
            <Button variant="quiet">
              <Search size={20} aria-hidden />
              Search
            </Button>
          </div>
        </State>
        <State name="wide, with sixty letters">
          <Button wide>{longName}</Button>
          <Button wide variant="quiet">
            {longWord}
          </Button>
        </State>
        <State name="the next page of a list">
          <ShowMore list={more} />
        </State>
        <State name="while it comes">
          <ShowMore list={{ ...more, isFetchingNextPage: true }} />
        </State>
      </States>
    </Section>
  );
}
