import { describe, expect, it } from 'vitest';
import { arePicturesShown, initialViewState } from '../../../../src/webview/portfolio/viewState';

const page = (innerWidth: number, innerHeight: number) => ({ innerWidth, innerHeight });
const untouched = initialViewState;

describe('the charts of the portfolio', () => {
  it.each([
    ['a wide page with room for rows below them', page(1_440, 800), true],
    ['a wide page that is short', page(1_440, 600), false],
    ['a page too narrow for charts beside the totals', page(1_080, 800), false],
    ['such a page that is high', page(1_080, 900), true],
    ['half an editor, where they stand one below the other', page(540, 800), false],
    ['a narrow page that is very high', page(540, 1_200), true],
  ])('are shown or folded by themselves in %s', (_, size, isShown) => {
    expect(arePicturesShown(untouched, size)).toBe(isShown);
  });

  it('are as the user chose, whatever the size', () => {
    expect(arePicturesShown({ ...untouched, showsPictures: true }, page(540, 400))).toBe(true);
    expect(arePicturesShown({ ...untouched, showsPictures: false }, page(1_440, 1_200))).toBe(false);
  });
});
