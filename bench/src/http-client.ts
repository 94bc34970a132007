/**
 * The barest HTTP/1.1 there is: one kept-open socket per client, a request written, an answer read by its length. What
 * is measured is the server, not the client beside it on the same cores.
 */
import { once } from 'node:events';
import net from 'node:net';

export interface HttpClient {
  /** One request at a time per client. @returns the body @throws for a status of 400 and more */
  send(client: number, method: string, path: string, body?: unknown): Promise<string>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';

export async function createHttpClient(url: string, token: string, clients: number): Promise<HttpClient> {
  const { hostname, port, host } = new URL(url);
  const sockets = Array.from({ length: clients }, () =>
    net.connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    close: () => sockets.forEach((socket) => socket.destroy()),
    send: async (client, method, path, body) => {
      const content = body === undefined ? '' : JSON.stringify(body);
      const about =
        body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`;
      const socket = sockets[client]!;
      socket.write(
        `${method} /api${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n${about}\r\n${content}`,
      );
      const answer = await readAnswer(socket);
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
      return answer.body;
    },
  };
}

function readAnswer(socket: net.Socket): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let wanted = -1;
    let start = 0;
    const done = (finish: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      finish();
    };
    const onError = (error: Error) => done(() => reject(error));
    const onClose = () => done(() => reject(new Error('the server closed the connection')));
    /** Large answers come in many pieces: they are put together once. */
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (wanted < 0) {
        const head = Buffer.concat(chunks);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        start = end + HEAD_END.length;
        wanted = start + Number(/content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1] ?? 0);
      }
      if (received < wanted) return;
      const all = Buffer.concat(chunks);
      done(() => resolve({ status: Number(all.toString('latin1', 9, 12)), body: all.toString('utf8', start) }));
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
  });
}
