/** Something that stops the start and that the operator can mend: its one sentence is printed alone, and the exit code is 1. */
export class StartError extends Error {}
