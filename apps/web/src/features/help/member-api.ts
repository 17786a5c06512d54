import type { Answer, Question } from '@carecommons/contract/help';
import { infiniteQueryOptions, type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Call, CallError, type ListPage } from '../../lib/calls/call.ts';

// What only the signed-in fetch and change.

// Others write while one reads.
const renewalMs = 30_000;

/** The person's own questions, newest first. */
export function ownQuestionsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: ['me', 'questions'],
    queryFn: ({ pageParam }) => api.list('GET /apis/help-center/own/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** One question, or null where there is none (any more). */
export function questionQuery(api: Call, id: string) {
  return queryOptions({
    queryKey: ['me', 'question', id],
    queryFn: async (): Promise<Question | null> => {
      try {
        return await api.call('GET /apis/help-center/:question_id/', { params: { question_id: id } });
      } catch (error) {
        if (error instanceof CallError && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }
    },
    refetchInterval: renewalMs,
  });
}

/** The answers to a question, oldest first. */
export function answersQuery(api: Call, id: number) {
  return infiniteQueryOptions({
    queryKey: ['me', 'answers', id],
    queryFn: ({ pageParam }) =>
      api.list('GET /apis/help-center/:question_id/comments/', {
        params: { question_id: id },
        query: { cursor: pageParam, limit: 200 },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: renewalMs,
  });
}

type Pages<Row> = InfiniteData<ListPage<Row>>;

/** Shows a question that was just asked at the top of the list, and refetches the lists. */
export function showAsked(queries: QueryClient, asked: Question) {
  queries.setQueryData<Pages<Question>>(['questions', null], (lists) => {
    const [first, ...more] = lists?.pages ?? [];
    return lists && first && { ...lists, pages: [{ ...first, rows: [asked, ...first.rows] }, ...more] };
  });
  renewQuestions(queries);
}

/** Shows an answer that was just given after all others, if they have loaded, and refetches them. */
export function showGiven(queries: QueryClient, questionId: number, given: Answer) {
  queries.setQueryData<Pages<Answer>>(['me', 'answers', questionId], (lists) => {
    const last = lists?.pages.at(-1);
    if (lists === undefined || last === undefined || last.next !== undefined) return lists;
    return { ...lists, pages: [...lists.pages.slice(0, -1), { ...last, rows: [...last.rows, given] }] };
  });
  renewAnswers(queries, questionId);
}

/** Refetches the answers to a question, and everything that shows their number. */
export function renewAnswers(queries: QueryClient, questionId: number) {
  void queries.invalidateQueries({ queryKey: ['me', 'answers', questionId] });
  void queries.invalidateQueries({ queryKey: ['me', 'question', String(questionId)] });
  renewQuestions(queries);
}

/** Refetches the lists of questions. */
export function renewQuestions(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['questions'] });
  void queries.invalidateQueries({ queryKey: ['me', 'questions'] });
}
