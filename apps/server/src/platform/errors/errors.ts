/** Expected refusals, and errors that stop the start. */
export { invalidInput } from './field-errors.ts';
export { invalidField, Problem, refusedFile, toProblem, UnreadableFile } from './problem.ts';
export { StartError } from './start-error.ts';
