/** Events from process to process, over PostgreSQL's NOTIFY or Redis. */
export { announce, type Channel, openChannel } from './channel.ts';
