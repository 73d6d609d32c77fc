import { describe, expect, it } from 'vitest';
import { ApiError, HttpError } from '../../../../src/service/errors';
import type { ConnectDependencies } from '../../../../src/ui/session/connectCommand';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { connect } from '../../../../src/ui/session/connectCommand';
import { editor } from '../../../support/editor/editor';

/** The text of the question whether to connect to a service whose time is answered like this. */
async function questionAfter(failure: Error | undefined): Promise<string | undefined> {
  editor.answer('https://API.example.com/desk/', undefined);
  await connect({
    connections: { isApproved: () => false } as unknown as ConnectDependencies['connections'],
    log: new MemoryLog(),
    probe: async () => (failure === undefined ? undefined : Promise.reject(failure)),
    showCertificate: async () => false,
    markUsed: async () => undefined,
  });
  return editor.messages[0]?.detail;
}

const plain = 'Your sign-in and orders will be sent to this URL: https://api.example.com/desk';

describe('*Connect to a Service…*', () => {
  it('asks before it connects to a service that answers', async () => {
    expect(await questionAfter(undefined)).toBe(plain);
  });

  it.each([
    ['status 401', new HttpError({ status: 401 })],
    ['a code', new ApiError({ envelope: 'gateway', serverCode: -12001, serverMessage: 'not signed', status: 403 })],
  ])('does not call a service missing that requires credentials even for its time and says so by %s', async (_, failure) => {
    expect(await questionAfter(failure)).toBe(plain);
  });

  it.each([
    ['a web page that is forbidden', new HttpError({ status: 403 })],
    ['an unknown path', new ApiError({ envelope: 'gateway', serverCode: 404, serverMessage: '', status: 404 })],
  ])('says that none was found after %s', async (_, failure) => {
    expect(await questionAfter(failure)).toContain('No service found at this URL.');
  });

  it('does not call a service missing that says that it is away', async () => {
    const asked = await questionAfter(new HttpError({ status: 503 }));
    expect(asked).toContain('The service at this URL isn’t available now.');
    expect(asked).not.toContain('No service found');
  });
});
