import * as contract from '@carecommons/contract/blogs';
import * as z from 'zod/mini';
import { askerOf } from '../../core/asker.ts';
import type { Tx } from '../../core/db.ts';
import { keyOf } from '../../core/idempotency.ts';
import { readCursor, sendPage } from '../../core/pages.ts';
import { route } from '../../core/route.ts';
import * as blogs from './blogs.ts';
import { listBlogs, listOwnBlogs } from './lists.ts';

const moment = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));
const place = z.tuple([moment, z.int().check(z.minimum(0), z.maximum(2_147_483_647))]);

/** What a change gave, after the lists that show it were cleared. */
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
      const list = ['blogs'];
      const after = readCursor(list, query.cursor, place);
      return sendPage(call, list, await listBlogs(db, { ...query, after }));
    },
    { cache: blogs.blogTexts },
  ),

  route(contract.listOwnBlogs, async (call) => {
    const { db, actor, params, query, clock } = call;
    const deleted = query.deleted === 'true';
    const list = ['own blogs', actor.user_id, String(deleted)];
    const after = readCursor(list, query.cursor, place);
    const asked = { ...query, after };
    return sendPage(call, list, await listOwnBlogs(db, actor, params.user_id, deleted, asked, clock.now()));
  }),

  route(contract.getFullBlog, async ({ db, actor, params }) => await blogs.getFullBlog(db, actor, params.blog_id)),

  route(contract.getBlog, async ({ db, actor, params }) => await blogs.getBlog(db, actor, params.blog_id)),

  route(contract.previewBlog, async (call) => {
    const asker = { ...askerOf(call), preview: true };
    return { body: (await blogs.renderBlog(call.body.content, asker)).body };
  }),

  route(contract.createBlog, async (call) => {
    const { transaction, actor, body, clock, request, throttle } = call;
    const rendered = await blogs.renderBlog(body.content, askerOf(call));
    const posting = { kind: 'article', text: body.content, id: keyOf(request) } as const;
    const publish = (tx: Tx) => blogs.publish(tx, actor, body, rendered, clock.now());
    return await cleared(transaction(async (tx) => await throttle.post(actor, posting, () => publish(tx))));
  }),

  route(contract.changeBlog, async (call) => {
    const { db, transaction, actor, params, body, clock } = call;
    const id = params.blog_id;
    // Before the work of rendering: a refusal needs none.
    await blogs.getBlog(db, actor, id);
    const rendered = body.content === undefined ? undefined : await blogs.renderBlog(body.content, askerOf(call));
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
