// Answers every request with the same body from the environment; in its own process, so that its work does not count.
import { createServer } from 'node:http';

const body = process.env.BENCH_BODY ?? '{}';
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit());
