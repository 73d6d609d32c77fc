import * as oauth from 'oauth4webapi';
import { expect, it } from 'vitest';
import { rebuildOAuthError } from '../../../../src/service/auth/oauth';

const request = { method: 'POST', route: '/oauth2/token' };

it('an error of a token endpoint is cut to length before credentials are removed from it', () => {
  const seen: number[] = [];
  const redact = (text: string): string => {
    seen.push(text.length);
    return text;
  };
  const said = new oauth.ResponseBodyError('', {
    cause: { error: 'invalid_grant', error_description: 'word '.repeat(500_000) },
    response: new Response(null, { status: 400 }),
  });
  expect(rebuildOAuthError(said, request, redact)).toMatchObject({ code: 'authorization-expired', oauthDescription: 'word '.repeat(60) });
  expect(Math.max(...seen)).toBeLessThan(20_000);
});
