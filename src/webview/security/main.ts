import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { SecurityPage } from './page';

startPage(SecurityPage);
focusFirstWhenNowhere();
