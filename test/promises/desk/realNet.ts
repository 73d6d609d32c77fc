import * as net from 'node:net';
import type { Machine } from './machine';

/** `node:net` on real connections: the machine's time stands still while something is on its way. */
export function realNet(machine: Machine): object {
  const connect = (options: net.NetConnectOpts): net.Socket => {
    const socket = net.connect(options);
    let end = machine.hold();
    const over = (): void => end();
    socket.on('connect', over).on('data', over).on('close', over).on('error', over);
    const write = socket.write.bind(socket) as (...values: unknown[]) => boolean;
    Object.assign(socket, {
      write: (...values: unknown[]) => {
        end();
        end = machine.hold();
        return write(...values);
      },
    });
    return socket;
  };
  return { ...net, connect, createConnection: connect };
}
