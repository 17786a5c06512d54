import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorView, NotFoundView } from '../../components/error-view.tsx';
import { PersonComing } from '../../components/person-coming.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ListSection } from '../../components/ui/list-section.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { ListComing, QueryList } from '../../components/ui/query-list.tsx';
import { PageSkeleton } from '../../components/ui/skeleton.tsx';
import { VisitsFrame } from '../../components/visits-frame.tsx';
import type { ListPage } from '../../lib/calls/call.ts';
import { HeadContext } from '../../lib/head.tsx';
import { failures, longName, longWord } from './samples.ts';
import { Section, State, States } from './shown.tsx';

const nothing = () => undefined;

/** Lists and pages that come, are there, are empty, failed, or are gone. */
export function Lists() {
  const some = useSampleList('some', ['Asha Rao', longName, longWord]);
  const none = useSampleList('none', []);
  return (
    <>
      <Section id="lists" title="Lists">
        <States>
          <State name="still coming">
            <ListComing />
          </State>
          <State name="there, with more to come">
            <ListSection title="People" list={some} empty="Nobody yet." keyOf={String}>
              {(name) => <Card>{name}</Card>}
            </ListSection>
          </State>
          <State name="empty">
            <QueryList list={none} failure="" empty={<EmptyState title="No visits yet." />}>
              {() => undefined}
            </QueryList>
          </State>
          <State name="empty, with help and the next step">
            <EmptyState title="No provider found." action={<Button variant="quiet">Show all providers</Button>}>
              Try a speciality, or a part of the name.
            </EmptyState>
          </State>
          <State name="failed">
            <LoadFailure title="The visits could not be loaded." error={failures.refused} onRetry={nothing} />
          </State>
          <State name="failed, for nobody is signed in any more">
            <LoadFailure title="The visits could not be loaded." error={failures.signedOut} onRetry={nothing} />
          </State>
          <State name="while it is not known who looks">
            <PersonComing />
          </State>
        </States>
        <State name="visits on the home page, before they are known">
          <VisitsFrame />
        </State>
      </Section>
      {/* What they say of themselves in the head of the document is not for this page. */}
      <HeadContext value={{}}>
        <Section id="pages" title="Pages that are not there">
          <State name="still coming">
            <PageSkeleton />
          </State>
          <State name="gone">
            <NotFoundView />
          </State>
          <State name="failed">
            <ErrorView error={failures.refused} resetErrorBoundary={nothing} />
          </State>
        </Section>
      </HeadContext>
    </>
  );
}

/** A list as it comes from the server, of which the first page is there. */
function useSampleList(name: string, rows: string[]) {
  const page: ListPage<string> = { rows, next: rows.length > 0 ? 'more' : undefined };
  return useInfiniteQuery({
    queryKey: ['design', name],
    queryFn: () => Promise.resolve({ rows: ['Meera'], next: undefined } as ListPage<string>),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    initialData: { pages: [page], pageParams: [''] },
    staleTime: Infinity,
  });
}
