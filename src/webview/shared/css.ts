import { noChange } from 'lit';
import { directive, Directive, PartType } from 'lit/directive.js';
import type { ElementPart, PartInfo } from 'lit/directive.js';

/** Properties of CSS by name, custom ones included. */
export type CssProperties = Readonly<Record<string, string>>;

/**
 * Sets CSS properties of an element: `<div ${css({ height })}>`. It uses no style attribute, which the pages' content security
 * policy does not allow (Lit's own `styleMap` writes one at first).
 */
class CssDirective extends Directive {
  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error('css belongs on an element');
  }

  render(...given: readonly [CssProperties]): typeof noChange {
    // Nothing is rendered as text; `update` sets the properties.
    given satisfies readonly [CssProperties];
    return noChange;
  }

  override update({ element }: ElementPart, [properties]: [CssProperties]): typeof noChange {
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      for (const [name, value] of Object.entries(properties)) {
        if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
      }
    }
    return noChange;
  }
}

export const css = directive(CssDirective);
