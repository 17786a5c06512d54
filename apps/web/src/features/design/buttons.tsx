import { Search } from 'lucide-react';
import { Button, ButtonLink, type Look } from '../../components/ui/button.tsx';
import { ShowMore } from '../../components/ui/show-more.tsx';
import { longName, longWord } from './samples.ts';
import { Section, State, States } from './shown.tsx';

const looks: Look[] = ['primary', 'quiet', 'plain', 'danger'];
const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** Buttons, and links that look like them. */
export function Buttons() {
  return (
    <Section id="buttons" title="Buttons">
      <States>
        {looks.map((look) => (
          <State key={look} name={look}>
            <div className="flex flex-wrap gap-3">
              <Button look={look}>Send request</Button>
              <Button look={look} disabled>
                Not now
              </Button>
              <ButtonLink look={look} to="/design">
                A link
              </ButtonLink>
            </div>
          </State>
        ))}
        <State name="with the focus" taken="focused">
          <div>
            <Button look="quiet">Approve</Button>
          </div>
        </State>
        <State name="under the mouse" taken="pointed-at">
          <div>
            <Button>Approve</Button>
          </div>
        </State>
        <State name="with a mark">
          <div>
            <Button look="quiet">
              <Search size={20} aria-hidden />
              Search
            </Button>
          </div>
        </State>
        <State name="wide, with sixty letters">
          <Button wide>{longName}</Button>
          <Button wide look="quiet">
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
