import { isDrawing } from '../../domain/text/drawing';

/** `window.trustedTypes`, as far as it is used; some browsers lack it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The pages' policy does not let text become markup. Libraries still need markup of two kinds: templates, which have a policy of their own,
 * and drawings such as a logo, which are allowed here.
 */
export function trustDrawings(): void {
  const types: unknown = Reflect.get(window, 'trustedTypes');
  if (types !== undefined) (types as TrustedTypes).createPolicy('default', { createHTML: (text) => (isDrawing(text) ? text : null) });
}
