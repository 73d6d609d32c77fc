import type { NodeModel } from '../../../src/ui/platform/trees/treeModel';

export interface DrawnRow {
  readonly label: string;
  readonly description: string;
  readonly context: string;
  readonly icon: string;
  readonly colour: string;
  readonly command: string;
  readonly below: readonly DrawnRow[];
}

/** What the editor would show for these rows; a value that the editor would not accept as text becomes empty. */
export function drawn(models: readonly NodeModel[]): readonly DrawnRow[] {
  return models.map((model) => {
    const item = model.item();
    const icon = item.iconPath instanceof Object && 'id' in item.iconPath ? item.iconPath : undefined;
    return {
      label: typeof item.label === 'string' ? item.label : '',
      description: typeof item.description === 'string' ? item.description : '',
      context: item.contextValue ?? '',
      icon: icon?.id ?? '',
      colour: icon?.color?.id ?? '',
      command: item.command?.command ?? '',
      below: drawn(model.children ?? []),
    };
  });
}

/** All IDs in the tree, from top to bottom. */
export function idsOf(models: readonly NodeModel[]): readonly string[] {
  return models.flatMap((model) => [model.id, ...idsOf(model.children ?? [])]);
}

/** The hover of a row as text, whether it is created with the row or on hovering. */
export function hoverOf(model: NodeModel | undefined): string {
  const tooltip = model?.tooltip?.() ?? model?.item().tooltip;
  return typeof tooltip === 'string' ? tooltip : (tooltip?.value ?? '');
}
