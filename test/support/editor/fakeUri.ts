import type { Uri } from 'vscode';

/** An address of the editor, as far as tests look at it. */
export class FakeUri implements Uri {
  readonly scheme = 'file';
  readonly authority = '';
  readonly query = '';
  readonly fragment = '';
  readonly fsPath: string;

  constructor(readonly path: string) {
    this.fsPath = path;
  }

  static joinPath(base: Uri, ...parts: readonly string[]): FakeUri {
    return new FakeUri([base.path, ...parts].join('/'));
  }

  with(change: { readonly path?: string }): FakeUri {
    return new FakeUri(change.path ?? this.path);
  }

  toString(): string {
    return this.path;
  }

  toJSON(): unknown {
    return { path: this.path };
  }
}
