import { describe, expect, it } from 'vitest';
import { readmeCommands } from './readmeCommands';

describe('the commands of a text', () => {
  it('include those in code blocks, without their comments', () => {
    expect(readmeCommands('Try:\n\n```sh\nnpm ci && npm start   # opens it\ngit pull\n```\n')).toEqual(['npm ci && npm start']);
  });

  it('include those within sentences, across lines and once each', () => {
    expect(readmeCommands('Run `npm\ntest`, `code` or `npm start -- --port 1`; then `npm test`.')).toEqual([
      'npm test',
      'npm start -- --port 1',
    ]);
  });
});
