import { describe } from 'vitest';
import { changesOfOrders, filledTicketKey } from './orders/orders';
import { servicesOfWindow } from './session/services';
import { everythingInStatusBar, statusBar } from './statusBar';
import { useConnectedDesk } from './support/connectedDesk';

describe('a window that reads every few seconds, on its own service', () => {
  const window = useConnectedDesk(
    { alwaysOpen: true, jumpPage: 'own' },
    {
      keybindings: [filledTicketKey],
      settings: { 'marketDesk.refresh.intervalSeconds': 5, ...everythingInStatusBar },
    },
  );

  describe('a status bar with everything in it', () => statusBar(window));
  describe('changing and canceling orders', () => changesOfOrders(window));
  describe('a window and its services', () => servicesOfWindow(window.desk));
});
