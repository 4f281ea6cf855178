/** The only script of the plain pages: what can be copied has a button. They work without it. */

import { followButtons } from '../../kit/client/buttons.ts';

followButtons();
