import { Socket } from 'node:net';
import pg from 'pg';

/** A connection that can be ended without the other side, which may be gone or hang: the driver itself waits for its good-bye. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  hangUp() {
    this.#socket.destroy();
  }
}
