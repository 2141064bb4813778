export { type ShownWalks, showWalks } from './showWalks';
