// The rules of the help centre, for the server and for the buttons alike: this file carries no schema to a browser.

/** Who may change or delete a question or an answer: the person who wrote it. */
export function mayChange(person: { user_id: number }, authorId: number): boolean {
  return person.user_id === authorId;
}
