export { buildWebApp as buildWindow } from "../../build/web-app.ts"
