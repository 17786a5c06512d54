/** Limits on what somebody may do: attempts, requests, posts, costly work. */
export { tooMany } from './request-limit.ts';
export { type Requester, requesterOf } from './requester.ts';
export { openSharedCounter } from './shared-counter.ts';
export { type Attempt, openThrottle, type Throttle } from './throttle.ts';
export { openTimeBudget } from './time-budget.ts';
export { openWorkQueue } from './work-queue.ts';
