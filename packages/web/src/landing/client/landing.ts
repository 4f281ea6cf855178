import { followButtons } from '../../kit/client/buttons.ts';

followButtons();
