import { describe, expect, it } from 'vitest';
import { sentences } from '../../../../src/domain/text/sentences';

describe('sentences', () => {
  it('puts one space between English sentences', () => {
    expect(sentences('Nothing was sent.', '', 'Try again?', 'Sign in.')).toBe('Nothing was sent. Try again? Sign in.');
  });

  it('puts no space after a full-width full stop, whatever follows', () => {
    expect(sentences('未发送任何内容。', '是否重试？', '小心！', 'Market Desk')).toBe('未发送任何内容。是否重试？小心！Market Desk');
  });
});
