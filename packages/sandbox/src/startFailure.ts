import type { SandboxOptions } from './types';

/** Why the sandbox did not start, in one sentence for the user; the system's own name of the error is in brackets. */
export function explainStartFailure(error: unknown, { port, stateFile }: Pick<SandboxOptions, 'port' | 'stateFile'>): string {
  const { code, syscall, message } = detailsOf(error);
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; choose another with --port, or 0 for a free one (${code})`;
  if (syscall === 'listen') return `port ${port} cannot be used: ${message}`;
  if (stateFile !== undefined && code !== '') return `the state file ${stateFile} cannot be read and written: ${message}`;
  return message;
}

function detailsOf(error: unknown): { readonly code: string; readonly syscall: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', syscall: '', message: String(error) };
  return {
    code: 'code' in error ? String(error.code) : '',
    syscall: 'syscall' in error ? String(error.syscall) : '',
    message: error.message,
  };
}
