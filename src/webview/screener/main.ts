import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { ScreenerPage } from './page';

startPage(ScreenerPage);
focusFirstWhenNowhere();
