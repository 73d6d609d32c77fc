import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { WelcomePage } from './page';

startPage(WelcomePage);
focusFirstWhenNowhere();
