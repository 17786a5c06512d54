// For the server and for the buttons alike: this file carries no schema to a browser.

/** Who may delete a message: its author. */
export function mayDelete(person: { user_id: number }, message: { user: { id: number } }): boolean {
  return message.user.id === person.user_id;
}
