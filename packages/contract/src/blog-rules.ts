/** Whether a person may change and delete an article: only its author. */
export function mayChangeBlog(actor: { user_id: number }, { author }: { author: { id: number } }): boolean {
  return actor.user_id === author.id;
}
