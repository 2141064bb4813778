export { type ShownWalks, showWalks, type ShowWalksOptions } from './showWalks';
