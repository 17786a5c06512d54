import * as contract from '@carecommons/contract/blogs';
import { requesterOf } from '../../platform/limits/limits.ts';
import { momentAndId, sendList, type Tx } from '../../platform/db/db.ts';
import { keyOf, route } from '../../platform/routing/routing.ts';
import * as blogs from './blogs.ts';
import { listBlogs, listOwnBlogs } from './lists.ts';

/** The result of a change, after clearing the lists that show it. */
async function cleared<T>(change: Promise<T>): Promise<T> {
  const answer = await change;
  blogs.clearBlogTexts();
  return answer;
}

export const blogsRoutes = [
  route(
    contract.listBlogs,
    async (call) => {
      const { db, query } = call;
      return await sendList(call, ['blogs'], momentAndId, (after) => listBlogs(db, { ...query, after }));
    },
    { cache: blogs.blogTexts },
  ),

  route(contract.listOwnBlogs, async (call) => {
    const { db, actor, params, query, clock } = call;
    const deleted = query.deleted === 'true';
    return await sendList(call, ['own blogs', actor.user_id, String(deleted)], momentAndId, (after) =>
      listOwnBlogs(db, actor, params.user_id, deleted, { ...query, after }, clock.now()),
    );
  }),

  route(contract.getFullBlog, async ({ db, actor, params }) => await blogs.getFullBlog(db, actor, params.blog_id)),

  route(contract.getBlog, async ({ db, actor, params }) => await blogs.getBlog(db, actor, params.blog_id)),

  route(contract.previewBlog, async (call) => {
    const requester = { ...requesterOf(call), preview: true };
    return { body: (await blogs.renderBlog(call.body.content, requester)).body };
  }),

  route(contract.createBlog, async (call) => {
    const { transaction, actor, body, clock, request, throttle } = call;
    const rendered = await blogs.renderBlog(body.content, requesterOf(call));
    const posting = { kind: 'article', text: body.content, id: keyOf(request) } as const;
    const publish = (tx: Tx) => blogs.publish(tx, actor, body, rendered, clock.now());
    return await cleared(transaction(async (tx) => await throttle.post(actor, posting, () => publish(tx))));
  }),

  route(contract.changeBlog, async (call) => {
    const { db, transaction, actor, params, body, clock } = call;
    const id = params.blog_id;
    // Checked before rendering, which is expensive.
    await blogs.getBlog(db, actor, id);
    const rendered = body.content === undefined ? undefined : await blogs.renderBlog(body.content, requesterOf(call));
    return await cleared(transaction(async (tx) => await blogs.change(tx, actor, id, body, rendered, clock.now())));
  }),

  route(contract.deleteBlog, async ({ transaction, actor, params, clock }) => {
    await cleared(transaction(async (tx) => await blogs.remove(tx, actor, params.blog_id, clock.now())));
    return {};
  }),

  route(contract.restoreBlog, async ({ transaction, actor, params, clock }) => {
    return await cleared(transaction(async (tx) => await blogs.restore(tx, actor, params.blog_id, clock.now())));
  }),

  route(contract.likeBlog, async ({ transaction, actor, params, clock, throttle }) => {
    const like = (tx: Tx) => blogs.like(tx, actor, params.blog_id, clock.now());
    return await cleared(transaction(async (tx) => await throttle.post(actor, { kind: 'like' }, () => like(tx))));
  }),
];
