import { ensurePacked } from '../../support/packed/ensurePacked';
import { blankWebviews, forgetBlankWebviews } from './blankWebviews';

/** Before the first test: packs what is in `dist/`, because windows load the package. */
export async function setup(): Promise<void> {
  await forgetBlankWebviews();
  await ensurePacked();
}

/** After the last test. */
export async function teardown(): Promise<void> {
  const said = await blankWebviews();
  if (said !== undefined) console.log(`\n${said}`);
}
