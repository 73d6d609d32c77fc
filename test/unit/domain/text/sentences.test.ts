import { describe, expect, it } from 'vitest';
import { sentences } from '../../../../src/domain/text/sentences';

describe('sentences', () => {
  it('puts one blank between sentences of English', () => {
    expect(sentences('Nothing was sent.', '', 'Try again?', 'Sign in.')).toBe('Nothing was sent. Try again? Sign in.');
  });

  it('puts no blank after a full-width stop, whatever follows', () => {
    expect(sentences('未发送任何内容。', '是否重试？', '小心！', 'Market Desk')).toBe('未发送任何内容。是否重试？小心！Market Desk');
  });
});
