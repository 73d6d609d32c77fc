const hidden = '[secret]';

/**
 * A credential that cannot be printed by accident: string conversion, JSON and inspection all give `[secret]`.
 *
 * Only {@link Secret.reveal} returns the value; call it where the value goes onto the wire or into SecretStorage.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}
