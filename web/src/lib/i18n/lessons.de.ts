export { lessons } from './lessons.en';
