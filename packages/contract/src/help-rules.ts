// The rules of the help centre, shared by the server and the screens. This file contains no schema.

/** Who may change or delete a question or an answer: its author. */
export function mayChange(person: { user_id: number }, authorId: number): boolean {
  return person.user_id === authorId;
}
