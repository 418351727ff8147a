"""The few looks that a palette cannot say, as one compact stylesheet: tips, docks, tabs, headers, focus."""

from __future__ import annotations

from inspector.ui.theme.tokens import Tokens

_TEMPLATE = """
QToolTip {{ background: {tip}; color: {tip_text}; border: 1px solid {border}; padding: 4px 6px; }}
QMainWindow::separator {{ background: {border}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:hover {{ background: {accent}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QToolBar {{ background: {panel}; border: none; border-bottom: 1px solid {border}; padding: 2px 8px; spacing: 4px; }}
QStatusBar {{ background: {panel}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QHeaderView::section {{ background: {raised}; color: {text}; border: none; border-right: 1px solid {border};
  border-bottom: 1px solid {border}; padding: 4px 8px; }}
QTabWidget::pane {{ border: none; }}
QTabBar {{ background: {panel}; }}
QTabBar::tab {{ background: {panel}; color: {muted}; border: none; border-bottom: 2px solid {panel};
  padding: 6px 12px; }}
QTabBar::tab:selected {{ background: {background}; color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover:!selected {{ background: {raised}; color: {text}; }}
QLineEdit, QComboBox, QAbstractSpinBox {{ background: {raised}; color: {text}; border: 1px solid {border};
  border-radius: 6px; padding: 3px 8px; selection-background-color: {selection}; selection-color: {selection_text}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ border-color: {focus}; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{ color: {disabled}; background: {panel}; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ width: 0; height: 0; border-left: 4px solid {raised}; border-right: 4px solid {raised};
  border-top: 5px solid {muted}; margin-right: 8px; }}
QPushButton {{ background: {raised}; color: {text}; border: 1px solid {border}; border-radius: 6px;
  padding: 4px 12px; }}
QPushButton:hover {{ border-color: {accent}; }}
QPushButton:focus {{ border-color: {focus}; }}
QPushButton:pressed {{ background: {selection}; color: {selection_text}; }}
QPushButton:default {{ background: {accent}; color: {accent_text}; border-color: {accent}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton:disabled {{ color: {disabled}; background: {panel}; border-color: {border}; }}
QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 4px 8px; color: {text}; }}
QTabBar QToolButton {{ padding: 1px; border-radius: 4px; color: {muted}; }}
QTabBar QToolButton:hover {{ color: {text}; }}
QToolButton:hover, QToolButton:checked {{ background: {raised}; }}
QToolButton:focus {{ border-color: {focus}; }}
QToolButton:disabled {{ color: {disabled}; }}
QToolButton[popupMode="2"] {{ padding-right: 20px; }}
QToolButton::menu-indicator {{ subcontrol-origin: border; subcontrol-position: right center; right: 6px; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: none; border: none; width: 0; height: 0; }}
QMenu {{ background: {panel}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QDialog#picker {{ border: 1px solid {border}; }}
QMenu::item {{ padding: 4px 24px 4px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; color: {selection_text}; }}
QMenu::item:disabled {{ color: {disabled}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
QDockWidget {{ titlebar-close-icon: none; titlebar-normal-icon: none; }}
QDockWidget::title {{ background: {panel}; padding: 8px; text-align: left; }}
QTreeView, QTableView, QListView, QPlainTextEdit, QTextBrowser {{ border: none; outline: none; }}
QTreeView::item {{ min-height: {row}px; }}
QListView::item {{ min-height: {row}px; padding-left: 4px; }}
QTreeView::item:selected, QListView::item:selected {{ background: {selection}; color: {selection_text}; }}
QTreeView, QListView, QPushButton {{ icon-size: {icon}px; }}
*[tone="muted"] {{ color: {muted}; }}
*[tone="positive"] {{ color: {positive}; }}
*[tone="warning"] {{ color: {warning}; }}
*[tone="negative"] {{ color: {negative}; }}
*[tone="info"] {{ color: {info}; }}
*[tone="link"] {{ color: {link}; }}
QProgressBar {{ background: {raised}; border: none; border-radius: 3px; max-height: 6px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
"""


def stylesheet(tokens: Tokens, row_height: int, icon: int = 16) -> str:
    """The stylesheet of one theme; in pixels: the height of tree and list rows, the size of icons in them."""
    return _TEMPLATE.format(row=row_height, icon=icon, **tokens.roles)
