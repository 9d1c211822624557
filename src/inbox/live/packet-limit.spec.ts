import { EventEmitter } from 'node:events';
import { limitPackets } from './packet-limit.js';

/** A connection, and whether it has been closed. */
function connect(now: () => number) {
  const socket = Object.assign(new EventEmitter(), { isClosed: false, terminate: () => (socket.isClosed = true) });
  limitPackets(socket as never, now);
  return socket;
}

describe('O1: packets of a client', () => {
  it.each(['message', 'ping', 'pong'])('%s: 60 at once are let through, one more closes the connection', (arrival) => {
    const socket = connect(() => 0);
    for (let sent = 0; sent < 60; sent++) socket.emit(arrival);
    expect(socket.isClosed).toBe(false);
    socket.emit(arrival);
    expect(socket.isClosed).toBe(true);
  });

  it.each([
    [20, false],
    [25, true],
  ])('%d in each second for half a minute: closed %s', (perSecond, isClosed) => {
    let now = 0;
    const socket = connect(() => now);
    for (let second = 0; second < 30; second++) {
      for (let sent = 0; sent < perSecond; sent++) socket.emit('message');
      now += 1000;
    }
    expect(socket.isClosed).toBe(isClosed);
  });
});
