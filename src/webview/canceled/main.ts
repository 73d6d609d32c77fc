import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { CanceledPage } from './page';

startPage(CanceledPage);
focusFirstWhenNowhere();
