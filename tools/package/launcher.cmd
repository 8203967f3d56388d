@echo off
rem Starts Narratoria with the Node that lies beside this file, wherever the folder is.
setlocal
rem They are meant for another Node.
set NODE_OPTIONS=
set NODE_PATH=
rem Advice then names this file, as there is no other way to start the program.
set "NARRATORIA_LAUNCHER=%~dp0narratoria.cmd"
"%~dp0runtime\node.exe" "%~dp0app\node_modules\@narratoria\@PROGRAM@" %*
