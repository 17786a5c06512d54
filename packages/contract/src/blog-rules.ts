/** Whether somebody may change and delete an article: its author alone. */
export function mayChangeBlog(actor: { user_id: number }, { author }: { author: { id: number } }): boolean {
  return actor.user_id === author.id;
}
