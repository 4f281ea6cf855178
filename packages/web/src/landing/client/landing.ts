import { handleButtons } from '../../kit/client/buttons.ts';

handleButtons();
