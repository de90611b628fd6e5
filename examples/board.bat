@echo off
rem Double-click: the window opens. Drop a program on this file: its report card is shown.
rem The first time this makes the environment, which needs Python 3.11 or later.
setlocal
cd /d "%~dp0.."
if exist .venv\Lib\site-packages\pygame goto ready
echo Making the environment. This takes a minute.
py -m venv .venv 2>nul || python -m venv .venv || goto no_python
.venv\Scripts\python -m pip install -q .[gui] || goto failed
:ready
if "%~1"=="" (
    start "" .venv\Scripts\board-gui.exe
    exit /b
)
.venv\Scripts\board.exe check "%~1"
pause
exit /b
:no_python
echo Python 3.11 or later is not installed: get it from python.org, and tick "Add python.exe to PATH".
pause
exit /b 1
:failed
echo The packages could not be installed; the lines above say why.
pause
exit /b 1
