import { isDrawing } from '../../domain/text/drawing';

/** `window.trustedTypes` as far as it is used; browsers without it have none. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The pages' policy lets no text become markup. Libraries still have two kinds of their own: templates, which have a policy, and
 * drawings such as a logo, which pass here.
 */
export function trustDrawings(): void {
  const types: unknown = Reflect.get(window, 'trustedTypes');
  if (types !== undefined) (types as TrustedTypes).createPolicy('default', { createHTML: (text) => (isDrawing(text) ? text : null) });
}
