import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { PortfolioPage } from './page';

startPage(PortfolioPage);
focusFirstWhenNowhere();
