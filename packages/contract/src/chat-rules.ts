// Shared with the browser: this file contains no schema.

/** Who may delete a message: its author. */
export function mayDelete(person: { user_id: number }, message: { user: { id: number } }): boolean {
  return message.user.id === person.user_id;
}
